/** The references state "date-time text" only: 2026-11-21T14:00:00Z. */
export const wireTime = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
