import { ShownOnceDialog } from '#ui/dialog/ShownOnceDialog.tsx'
import { Secret } from '#ui/values/Secret.tsx'

export type NewPassword = { name: string; reveal: () => string }

/** Shows a new password, only once. */
export const PasswordOnce = ({ made: { name, reveal }, onClose }: { made: NewPassword; onClose: () => void }) => (
  <ShownOnceDialog
    title={`Password of “${name}”`}
    explanation="Send it to the user through a secure channel. After signing in, they can change it under Settings, My account."
    action="Done"
    onClose={onClose}
  >
    <Secret label="Password" reveal={reveal} />
  </ShownOnceDialog>
)
