/** What a form and the service both know of ACME. */
export const maxAcmeDays = 825
export const defaultAcmeDays = 90
export const maxAcmeDomains = 100
/** Orders and accounts on a page. */
export const acmePageSize = 25
