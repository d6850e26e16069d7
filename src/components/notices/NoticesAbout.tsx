import { ActionButton } from '#components/actions/ActionButton.tsx'
import { later } from '#ui/layout/later.ts'

const NoticesDialog = later(async () => (await import('./NoticesDialog.tsx')).NoticesDialog)

/** Button that opens the notifications about the object of a page. */
export const NoticesAbout = ({ page, size }: { page: string; size?: 'xs' }) => (
  <ActionButton size={size} w="fit-content" renderDialog={(close) => <NoticesDialog page={page} onClose={close} />}>
    Notifications
  </ActionButton>
)
