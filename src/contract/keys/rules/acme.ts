/** What a form and the service both know of ACME. */
export const mostAcmeDays = 825
export const usualAcmeDays = 90
export const mostAcmeDomains = 100
/** Orders and accounts on a page. */
export const acmePageSize = 25
