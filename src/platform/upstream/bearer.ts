/** What opens a server for one call. */
export type Bearer = {
  /** The header's value, whole. */
  value: string
  /** A refusal of the person's own ends their session; one of the console's has nothing to do with it. */
  whose: 'person' | 'console'
  /** The API key of a connection. */
  isKey?: true
  /** Where its API is, when that is not the address of the connection. */
  origin?: string | undefined
  /** Another one, after the server has refused this; undefined where there is none. */
  renewed?: () => Promise<Bearer | undefined>
}
