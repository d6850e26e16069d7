export const bulkTitle = 'Send to many devices'
