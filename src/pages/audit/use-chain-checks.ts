import { useMutation } from '@tanstack/react-query'
import { mutation } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { verifyAudit } from '#contract/console/audit.ts'
import { verifyAudit as verifyKeyAudit } from '#contract/keys/api-keys.ts'

export type ChainChecks = ReturnType<typeof useChainChecks>

/** Verifies the hash chain of each source separately. */
export function useChainChecks() {
  const ofConsole = useMutation(mutation(verifyAudit))
  const ofKeys = useMutation(mutation(verifyKeyAudit))
  const mayAskKeys = useMay()(verifyKeyAudit.permission)
  return {
    ofConsole,
    ofKeys,
    mayAskKeys,
    isPending: ofConsole.isPending || ofKeys.isPending,
    start: () => {
      ofConsole.mutate({})
      if (mayAskKeys) ofKeys.mutate({})
    },
  }
}
