import { callWithout } from '#components/lists/checked/call-without.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { listDevices } from '#contract/mdm/device-list.ts'

type ListInput = Input<typeof listDevices>
/** Parameters that the reference does not state. */
export type OwnParameter = Exclude<keyof ListInput, 'skip-token'>

/** A page of devices, and what its server made of the parameters that the reference does not state. */
export type AskedDevices = Output<typeof listDevices> & {
  /** Parameters that were ignored or refused. */
  unmet?: OwnParameter[]
  /** The server has been asked for every device, and what it did not do was done here. */
  isCorrected?: boolean
}

/** The list of devices without what its server refuses. */
export async function callDevices(input: ListInput, signal?: AbortSignal) {
  const isOwn = (name: string) => name !== 'skip-token'
  const { page, refused } = await callWithout({ endpoint: listDevices, input, isOwn }, signal)
  return { page, refused: refused as OwnParameter[] }
}
