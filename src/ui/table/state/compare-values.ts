/** As people sort: "Device 9" before "device 10", whatever the case and the accents. */
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export const compareValues = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other))
