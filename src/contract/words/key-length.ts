/** A key length with its unit; a value that is not a number as the server sent it, and '' without one. */
export function keyLengthText(bits: string | number | undefined): string {
  const text = String(bits ?? '').trim()
  return /^\d+$/.test(text) ? `${text} bits` : text
}
