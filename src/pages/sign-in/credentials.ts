import * as z from 'zod/mini'
import type { Input } from '#contract/endpoint.ts'
import { signIn, verifyOtp } from '#contract/session.ts'

/** Schema of the first step, with a selected or entered domain; without one, the account is local. */
export const credentials = z.object({
  username: signIn.input.shape.username,
  password: signIn.input.shape.password,
  domain: z._default(z.string().check(z.trim(), z.maxLength(255, 'At most 255 characters')), ''),
})

export const toSignIn = ({ username, password, domain }: z.output<typeof credentials>): Input<typeof signIn> => ({
  username,
  password,
  ...(domain === '' ? { auth_type: 'local_authentication' } : { auth_type: 'ad_authentication', domainName: domain }),
})

/** Schema of the second step; a checked box has the value "on". */
export const oneTimeCode = z.object({ otp: verifyOtp.input.shape.otp, remember: z.optional(z.literal('on')) })

export const toVerifyOtp = ({ otp, remember }: z.output<typeof oneTimeCode>): Input<typeof verifyOtp> => ({
  otp,
  remember: remember === 'on',
})

/** Re-authentication with the same password and code. */
export const confirmingPassword = z.object({ password: signIn.input.shape.password })
export const confirmingCode = z.object({ otp: verifyOtp.input.shape.otp })
