/** The credential of one call. */
export type Bearer = {
  /** The complete header value. */
  value: string
  /** A rejected credential of the user ends their session; a rejected credential of the console does not. */
  whose: 'person' | 'console'
  /** API key of a connection. */
  isKey?: true
  /** Origin of the API, if it differs from the connection's URL. */
  origin?: string | undefined
  /** A new credential after this one was rejected; undefined if there is none. */
  renewed?: () => Promise<Bearer | undefined>
}
