/** ACME limits shared by forms and service. */
export const maxAcmeDays = 825
export const defaultAcmeDays = 90
export const maxAcmeDomains = 100
/** Page size for orders and accounts. */
export const acmePageSize = 25
