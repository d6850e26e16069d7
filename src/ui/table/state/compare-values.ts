/** Natural sort order, regardless of case and accents: "Device 9" before "device 10". */
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export const compareValues = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other))
