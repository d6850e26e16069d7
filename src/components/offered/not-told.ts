/** Of what a server leaves open: neither “none” nor a failure. What it is about may follow. */
export const notTold = 'This server does not report'

/** Why a button does nothing. */
export const notOffered = 'Not offered by this server'
