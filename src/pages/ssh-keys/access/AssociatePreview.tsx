import { useQuery } from '@tanstack/react-query'
import { change } from '#api/change.ts'
import { query, useOffers } from '#api/query.ts'
import { Confirm } from '#components/actions/Confirm.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { testSshKey } from '#contract/keys/ssh-resources.ts'
import { associateKey, exportSshKey } from '#contract/keys/ssh.ts'
import { associationsOn, hostOfName } from '#pages/ssh-keys/queries.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { Properties } from '#ui/values/Properties.tsx'
import { deployedText } from './deployed-text.ts'
import type { AccountAccess } from './place-form.ts'

type Props = { keyName: string; looked: AccountAccess; onDone: (text: string) => void; onClose: () => void }

/** Preview of the authorized_keys line and file. */
export function AssociatePreview({ keyName, looked, onDone, onClose }: Props) {
  const { resourceName, userName, present } = looked
  const { data: file, error, refetch } = useQuery(query(exportSshKey, { keyName, keyExportType: 'public' }))
  const isThere = present.includes(keyName)
  const offersTest = useOffers(testSshKey)
  return (
    <Confirm
      title={`Deploy “${keyName}” to ${resourceName}?`}
      action={isThere ? 'Record' : 'Deploy'}
      danger={false}
      onConfirm={async () => {
        const { message } = await change(associateKey, { keyName, resourceName, userName })
        onDone(deployedText({ keyName, resourceName, userName }, message, offersTest))
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        {isThere && (
          <Notice tone="info" title="The key is already deployed">
            <span>The file does not change. The association is recorded.</span>
          </Notice>
        )}
        <QueryState error={error} refetch={refetch} waiting={!file} lines={4} />
        {file && <Preview looked={looked} line={new TextDecoder().decode(file.bytes).trim()} />}
      </Stack>
    </Confirm>
  )
}

function Preview({ looked: { resourceName, userName, present }, line }: { looked: AccountAccess; line: string }) {
  const { data: hosts } = useQuery(hostOfName(resourceName))
  const { data: associations } = useQuery(associationsOn(resourceName, userName))
  const host = hosts?.rows[0]?.host
  const known = associations?.rows.find(
    (one) => one.ResourceName === resourceName && one.UserName === userName && one.Path,
  )
  return (
    <Properties
      bare
      columns={1}
      items={[
        { label: 'Host', value: `${resourceName}, ${host?.IPADDRESS ?? 'unknown address'} port ${host?.Port ?? '–'}` },
        { label: 'User', value: userName },
        {
          label: 'File',
          value: <code>{known?.Path ?? `~${userName}/.ssh/authorized_keys`}</code>,
          note: known
            ? 'As last reported by the host.'
            : 'The home directory is read from the host. The file is created if it does not exist.',
        },
        { label: 'Appended line', value: <code>{line}</code>, copy: line },
        { label: 'Options', value: 'None: the key has all permissions of the user' },
        {
          label: 'Managed keys with access',
          value: present.length > 0 ? present.join(', ') : 'None',
          note: 'Existing lines are not changed.',
        },
      ]}
    />
  )
}
