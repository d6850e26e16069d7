/** Key length with unit; non-numeric values as sent by the server, '' if undefined. */
export function keyLengthText(bits: string | number | undefined): string {
  const text = String(bits ?? '').trim()
  return /^\d+$/.test(text) ? `${text} bits` : text
}
