/** Which operation is open. What is typed there is never part of an address. */
const parameter = 'try'

export const tried = (address: URLSearchParams): string | undefined => address.get(parameter) ?? undefined

/** The address that opens an operation, or the list again: what was searched for stays. */
export function tryAddress(search: string, id?: string): string {
  const address = new URLSearchParams(search)
  if (id === undefined) address.delete(parameter)
  else address.set(parameter, id)
  return `?${address}`
}

/** The link in the list that opens an operation. */
export const tryLinkId = (id: string) => `try-${id}`
