import { Code } from '@mantine/core'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { QrCode } from '#ui/values/QrCode.tsx'
import classes from './AuthenticatorSetup.module.css'

type Props = {
  /** In base32, for typing. */
  secret: string
  /** `otpauth:`, for the picture. */
  address: string
}

/** How an authenticator app gets its secret; the field for its first code follows below. */
export function AuthenticatorSetup({ secret, address }: Props) {
  return (
    <ol className={classes.steps}>
      <li>Open an authenticator app on your phone, and let it add an account.</li>
      <li>
        Scan this picture with it:
        <div className={classes.picture}>
          <QrCode text={address} label="Picture to scan with an authenticator app" />
        </div>
        No camera at hand? Type this key instead:
        <div className={classes.key}>
          <Code className={classes.text}>{inGroups(secret)}</Code>
          <CopyButton value={secret} label="Copy the key" />
        </div>
      </li>
      <li>Enter the code that the app shows now.</li>
    </ol>
  )
}

/** As people read and type it: four at a time. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret
