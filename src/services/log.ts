/** One event and its facts; never a token, a code, a password or a query. */
export type Log = (event: string, facts: Record<string, unknown>) => void
