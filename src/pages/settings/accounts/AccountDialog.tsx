import { useState } from 'react'
import type { ListedAccount } from './account-words.ts'
import { CreateAccount } from './CreateAccount.tsx'
import { ManageAccount } from './ManageAccount.tsx'
import { type NewPassword, PasswordOnce } from './PasswordOnce.tsx'

export type OpenDialog = { what: 'create' } | { what: 'manage'; account: ListedAccount; isLast: boolean }
type Props = { asked: OpenDialog; onClose: () => void }

/** Dialog for creating or changing an account; shows a new password afterward. */
export function AccountDialog({ asked, onClose }: Props) {
  const [made, setMade] = useState<NewPassword>()
  if (made) return <PasswordOnce made={made} onClose={onClose} />
  if (asked.what === 'create') return <CreateAccount onMade={setMade} onClose={onClose} />
  return <ManageAccount account={asked.account} isLast={asked.isLast} onNewPassword={setMade} onClose={onClose} />
}
