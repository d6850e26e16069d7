import { confirmIdentity } from '#contract/console/account.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { callOnce } from './call-once.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { whileSessionChanges } from './session-lock.ts'

/** A step of proving again who is there; it may give the session a new id. */
export async function confirmWith(input: Input<typeof confirmIdentity>): Promise<Output<typeof confirmIdentity>> {
  const step = await whileSessionChanges(() => callOnce(confirmIdentity, input))
  if (step.state === 'confirmed') tellOtherTabs('confirmed')
  return step
}
