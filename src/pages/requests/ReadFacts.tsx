import { keyText } from '#components/issuing/read/key-text.ts'
import type { ReadRequest } from '#components/issuing/read/read-request.ts'
import type { SignatureState } from '#components/issuing/read/verify.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { Properties, type Property } from '#ui/values/Properties.tsx'
import classes from './requests.module.css'

const states: Record<SignatureState, { tone: Tone; text: string; note: string }> = {
  valid: { tone: 'ok', text: 'Valid', note: 'The requester holds the private key.' },
  wrong: {
    tone: 'bad',
    text: 'Invalid',
    note: 'The request was modified or signed with a different key. CAs will reject it.',
  },
  unknown: { tone: 'muted', text: 'Not checked', note: 'This browser cannot verify this signature algorithm.' },
}

/** Content of a signing request, as parsed in the browser. */
export function ReadFacts({ title, request }: { title: string; request: ReadRequest }) {
  return <Properties title={title} columns={1} items={factsOf(request)} />
}

function factsOf({ subject, names, key, keyFingerprint, signature, signatureAlgorithm }: ReadRequest): Property[] {
  const { tone, text, note } = states[signature]
  return [
    { label: 'Subject', value: subject.text || 'Empty', copy: subject.text },
    { label: 'Names', value: <Names names={names} />, copy: names.join('\n') },
    {
      label: 'Key',
      value: keyText(key),
      note: key.weaknesses.length > 0 ? `Weak: ${key.weaknesses.join(', ')}. Create a new key.` : undefined,
    },
    {
      label: 'Key fingerprint',
      value: <code>{keyFingerprint || 'available over HTTPS only'}</code>,
      copy: keyFingerprint,
    },
    {
      label: 'Signature',
      value: (
        <>
          <StatusBadge tone={tone}>{text}</StatusBadge> {signatureAlgorithm}
        </>
      ),
      note,
    },
  ]
}

function Names({ names }: { names: readonly string[] }) {
  if (names.length === 0) return 'None'
  return (
    <ul className={classes.names}>
      {names.map((name, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a request can contain a name twice
        <li key={index}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}
