import { passphraseHints } from './passphrase-hints.ts'
import { Text } from '#ui/layout/layout.ts'

/** Hints for a new passphrase, shown below its field. */
export function PassphraseHints({ passphrase }: { passphrase: string }) {
  const hints = passphraseHints(passphrase)
  return (
    hints.length > 0 && (
      <Text size="sm" component="output">
        {hints.join(' ')}
      </Text>
    )
  )
}

/** Advice shown with a revealed passphrase. */
export const PassphraseCare = ({ opens }: { /** Object that the passphrase decrypts. */ opens: string }) => (
  <Text size="sm" c="dimmed">
    The passphrase decrypts {opens}. It is hidden after 30 seconds and when you leave this tab. Clear the clipboard
    after copying, and send the file and the passphrase through different channels.
  </Text>
)
