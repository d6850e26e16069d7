import { callWithout } from '#components/lists/checked/call-without.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { listDevices } from '#contract/mdm/device-list.ts'

type ListInput = Input<typeof listDevices>
/** Parameters that the API reference does not document. */
export type OwnParameter = Exclude<keyof ListInput, 'skip-token'>

/** A page of devices, and the undocumented parameters that its server did not apply. */
export type CheckedDevices = Output<typeof listDevices> & {
  /** Parameters that were ignored or rejected. */
  unmet?: OwnParameter[]
  /** true: the whole list was loaded, then filtered and sorted in the browser. false: this was not possible. */
  isCorrected?: boolean
}

/** Reads a page of devices, omitting parameters that the server rejects. */
export async function callDevices(input: ListInput, signal?: AbortSignal) {
  const isOwn = (name: string) => name !== 'skip-token'
  const { page, refused } = await callWithout({ endpoint: listDevices, input, isOwn }, signal)
  return { page, refused: refused as OwnParameter[] }
}
