import { change } from '#api/change.ts'
import { call } from '#api/call.ts'
import type { Input } from '#contract/endpoint.ts'
import { createRequest, importRequest, listRequests } from '#contract/keys/requests.ts'

export type NewRequest = {
  /** The server's own words. */
  message: string
  /** Undefined where it could not be told for certain. */
  id: string | undefined
}

/** The answer has no number (M415): it is what the list has more than before, under this name, if that is one. */
async function andFind(commonName: string, make: () => Promise<{ message: string }>): Promise<NewRequest> {
  const before = new Set((await call(listRequests, {})).rows.map(({ CSR_ID }) => CSR_ID))
  const { message } = await make()
  // It is made: what fails from here on must not look as if it was not, and lead to a second one.
  const rows = await call(listRequests, {}).then(
    (list) => list.rows,
    () => [],
  )
  const added = rows.filter(({ CSR_ID, DOMAIN_NAME }) => !before.has(CSR_ID) && DOMAIN_NAME === commonName)
  const [only] = added.length === 1 ? added : []
  return { message, id: only?.CSR_ID === undefined ? undefined : String(only.CSR_ID) }
}

export const createAndFind = (input: Input<typeof createRequest>) =>
  andFind(input.CNAME.normalize('NFC'), () => change(createRequest, input))

export const importAndFind = (input: Input<typeof importRequest>, commonName: string) =>
  andFind(commonName, () => change(importRequest, input))
