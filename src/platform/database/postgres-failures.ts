/** Error codes (PostgreSQL, Appendix A). The first two characters are the class. */
const classes: Record<string, 'away' | 'busy' | 'full'> = {
  '08': 'away', // connection exception
  '57P01': 'away', // admin_shutdown
  '57P02': 'away', // crash_shutdown
  '57P03': 'away', // cannot_connect_now
  '57P05': 'away', // idle_session_timeout
  '25006': 'away', // read_only_sql_transaction: this one has become a standby
  '53300': 'away', // too_many_connections
  '57014': 'busy', // query_canceled: statement_timeout
  '55P03': 'busy', // lock_not_available: lock_timeout
  '40P01': 'busy', // deadlock_detected
  '53100': 'full', // disk_full
}

/** Socket errors, by Node's codes. */
const broken =
  /^(ECONN(REFUSED|RESET|ABORTED)|E(PIPE|TIMEDOUT|NOTFOUND|HOSTUNREACH|NETUNREACH|HOSTDOWN)|EAI_AGAIN|ENOENT)$/
/** Driver errors without a code: ended and unresponsive connections. */
const ended =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout )/

/** How the database failed; undefined for errors in the statement. */
export function failingOf(error: unknown): 'away' | 'busy' | 'full' | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = classes[code] ?? classes[code.slice(0, 2)]
  if (known) return known
  return broken.test(code) || ended.test(error.message) ? 'away' : undefined
}
