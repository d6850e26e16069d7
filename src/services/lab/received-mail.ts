import { accountHeader } from '#services/mail/smtp-mail.ts'

/** Subject, text and, if stated, account of a single-part message (RFC 5322, 2045, 2047), as nodemailer writes it. */
export function readMessage(raw: Buffer): { account?: string; subject: string; text: string } {
  const message = raw.toString('latin1')
  const end = message.indexOf('\r\n\r\n')
  const head = (end < 0 ? message : message.slice(0, end)).replaceAll(/\r\n[ \t]+/g, ' ')
  const headers = new Map(
    head.split('\r\n').map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  const body = end < 0 ? '' : message.slice(end + 4)
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  const account = headers.get(accountHeader.toLowerCase())
  return {
    ...(account !== undefined && { account: withoutEncodedWords(account) }),
    subject: withoutEncodedWords(headers.get('subject') ?? ''),
    text: decoded(body, encoding).toString('utf8').replaceAll('\r\n', '\n').trimEnd(),
  }
}

function decoded(body: string, encoding = '7bit'): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  return encoding === 'quoted-printable'
    ? bytesOf(body.replaceAll(/[ \t]*=[ \t]*\r\n/g, ''))
    : Buffer.from(body, 'latin1')
}
const bytesOf = (printable: string) =>
  Buffer.from(
    printable.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  )

/** White space between two encoded words is not part of the text. A character may be split between them. */
function withoutEncodedWords(header: string): string {
  const bytes = header
    .replaceAll(/(\?=)\s+(?==\?)/g, '$1')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      (encoding.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : bytesOf(word.replaceAll('_', ' '))).toString(
        'latin1',
      ),
    )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
