/** Numeric ID in the URL; undefined if invalid. */
export const numberInAddress = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
