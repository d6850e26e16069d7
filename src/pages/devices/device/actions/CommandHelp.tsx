import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { getRecentCommand } from '#contract/mdm/commands.ts'
import { Anchor } from '#ui/layout/layout.ts'
import { IconExternalLink } from '#ui/theme/icons.ts'

/** Link to the server's explanation of a failed command; only HTTP URLs are linked. */
export function CommandHelp({ deviceId, command }: { deviceId: string; command: string }) {
  const { data } = useQuery(query(getRecentCommand, { device_id: deviceId }))
  const address = data?.command_name === command ? data.kb_url : undefined
  if (!address || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  return (
    <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
      Server documentation <IconExternalLink size={14} aria-label="(opens another site)" />
    </Anchor>
  )
}
