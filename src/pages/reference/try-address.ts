/** URL parameter with the operation. Entered values are never part of the URL. */
const parameter = 'try'

export const tried = (address: URLSearchParams): string | undefined => address.get(parameter) ?? undefined

/** URL of an operation, or of the list; the search is preserved. */
export function tryAddress(search: string, id?: string): string {
  const address = new URLSearchParams(search)
  if (id === undefined) address.delete(parameter)
  else address.set(parameter, id)
  return `?${address}`
}

/** Id of the link to an operation in the list. */
export const tryLinkId = (id: string) => `try-${id}`
