import { passphraseHints } from './passphrase-hints.ts'
import { Text } from '#ui/layout/layout.ts'

/** Beside the field in which it is chosen. */
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

/** Where one is shown. */
export const PassphraseCare = ({ opens }: { /** What it decrypts. */ opens: string }) => (
  <Text size="sm" c="dimmed">
    The passphrase decrypts {opens}. It is hidden after 30 seconds and when you leave this tab. Clear the clipboard
    after copying, and send the file and the passphrase through different channels.
  </Text>
)
