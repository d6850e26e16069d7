import { Code } from '@mantine/core'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { QrCode } from '#ui/values/QrCode.tsx'
import classes from './AuthenticatorSetup.module.css'

type Props = {
  /** In base32, for manual entry. */
  secret: string
  /** `otpauth:` URI, for the QR code. */
  address: string
}

/** Instructions for adding the account to an authenticator app. The form below them takes the first code. */
export function AuthenticatorSetup({ secret, address }: Props) {
  return (
    <ol className={classes.steps}>
      <li>Open an authenticator app on your phone and add an account.</li>
      <li>
        Scan this QR code:
        <div className={classes.picture}>
          <QrCode text={address} label="QR code for an authenticator app" />
        </div>
        No camera? Enter this key instead:
        <div className={classes.key}>
          <Code className={classes.text}>{inGroups(secret)}</Code>
          <CopyButton value={secret} label="Copy key" />
        </div>
      </li>
      <li>Enter the code shown in the app.</li>
    </ol>
  )
}

/** Groups of four characters, for readability. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret
