import { KeptWithAccount } from '#components/preferences/KeptWithAccount.tsx'
import { UnreachableAreas } from './UnreachableAreas.tsx'

/** What goes on behind every page: its work is seen elsewhere. */
export const Unseen = ({ onUnreachable }: { onUnreachable: (areas: readonly string[]) => void }) => (
  <>
    <UnreachableAreas onFound={onUnreachable} />
    <KeptWithAccount />
  </>
)
