/**
 * Text of a CSV file: UTF-8, or UTF-16 with a byte order mark. Undefined for other encodings and binary files, whose
 * characters would be replaced silently.
 */
export function csvText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

export const notText = 'The file is not text in UTF-8. In the spreadsheet, save it as “CSV UTF-8” and choose it again.'
