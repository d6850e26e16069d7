/** As the wire carries times: 2026-11-21T14:00:00Z. */
export const wireTime = (epochMs: number) => new Date(epochMs).toISOString().replace(/\.\d+Z$/, 'Z')
