import type { hostCredentialRows } from '#contract/keys/host-credentials.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import type { Handlers } from '#services/router.ts'
import { applyLogin, removeLogin } from '#services/keys/ssh/apply-credentials.ts'

export const hostCredentialHandlers = (parts: KeyManagement): Handlers<typeof hostCredentialRows, KeyCall> => ({
  setHostCredentials: (input, call) => applyLogin(parts, call, input),
  removeHostCredentials: (input, call) => removeLogin(parts, call, input),
})
