import { NotFound } from '#components/area/NotFound.tsx'
import { paths } from '#paths.ts'

/** The URL names no existing key. */
export const NoSuchKey = ({ name }: { name: string }) => (
  <NotFound
    title={`SSH key “${name}” not found`}
    hint="It may have been deleted."
    all="All SSH keys"
    to={paths.sshKeys}
  />
)
