import { Text } from '#ui/layout/layout.ts'

/** Where to find the one-time code, and the server's message. */
export function CodeHint({ message }: { message: string }) {
  const hint = hints.find(({ says }) => says.test(message))?.hint
  return (
    <div>
      {hint && <Text size="sm">{hint}</Text>}
      {message && (
        <Text size={hint ? 'xs' : 'sm'} c={hint ? 'dimmed' : undefined} mt={hint ? 4 : undefined}>
          {message}
        </Text>
      )}
    </div>
  )
}

const hints = [
  { says: /\bauthenticat(or|ion)\b|\btotp\b|\bapp\b/i, hint: 'Your authenticator app shows the code.' },
  { says: /\be?-?mail/i, hint: 'The code is sent by email. This may take a minute.' },
]
