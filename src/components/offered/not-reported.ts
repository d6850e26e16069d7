/** For information that a server does not provide: neither “none” nor an error. The subject follows. */
export const notReported = 'This server does not report'

/** Reason of a disabled button. */
export const notOffered = 'Not offered by this server'
