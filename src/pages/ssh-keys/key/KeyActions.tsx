import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { remove } from '#api/remove.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { associateKey, deleteSshKey } from '#contract/keys/ssh.ts'
import { placeText } from '#contract/keys/rules/ssh-key-list.ts'
import { accountCount } from '#pages/ssh-keys/account-count.ts'
import { associationsOf } from '#pages/ssh-keys/associations.ts'
import { paths } from '#paths.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { LongText } from '#ui/values/LongText.tsx'

type Props = { name: string; onDeleted: () => void }

export function KeyActions({ name, onDeleted }: Props) {
  return (
    <>
      <ActionLink endpoint={associateKey} to={paths.rotateSshKey(name)}>
        Rotate
      </ActionLink>
      <ActionButton
        endpoint={deleteSshKey}
        renderDialog={(close) => <Deletion name={name} onDeleted={onDeleted} onClose={close} />}
      >
        Delete
      </ActionButton>
    </>
  )
}

/** Deletes a key. A key that still grants access is rejected, unless the user decides to leave it on the hosts. */
function Deletion({ name, onDeleted, onClose }: Props & { onClose: () => void }) {
  const { data, error, refetch } = useQuery(associationsOf({ keys: [name] }))
  const [isLeft, setLeft] = useState(false)
  const navigate = useNavigate()
  const found = data?.rows
  // No associations among the accounts that could be read does not mean that there are none.
  const unread = data?.unread.length ?? 0
  const places = found?.length === 0 && unread > 0 ? undefined : found
  const confirm = () =>
    remove(deleteSshKey, { key_name: name, ...(isLeft && { withoutDisassociation: true }) }, () => {
      onDeleted()
      return navigate(paths.sshKeys)
    })
  return (
    <Confirm title={`Delete SSH key “${name}”?`} action="Delete key" typed={name} onConfirm={confirm} onClose={onClose}>
      <Stack gap="xs">
        <Text size="sm">The private key and its passphrase are deleted. This cannot be undone.</Text>
        {!data && <QueryState error={error} refetch={refetch} waiting lines={1} />}
        {places === undefined && (data || error) && (
          <Text size="sm">Accounts that it grants access to are unknown.</Text>
        )}
        {places?.length === 0 && <Text size="sm">Not deployed to any account by this service.</Text>}
        {places && places.length > 0 && (
          <>
            <Text size="sm">The key cannot be deleted while it grants access to these accounts:</Text>
            <Text component="ul" size="sm" my={0} pl="1.25rem">
              {places.map((place) => (
                <li key={placeText(place)}>
                  <LongText text={placeText(place)} />
                </li>
              ))}
            </Text>
          </>
        )}
        {places && unread > 0 && <Text size="sm">{accountCount(unread)} not read; they may have it, too.</Text>}
        {places?.length !== 0 && (
          <CheckboxField
            name="withoutDisassociation"
            label="Delete anyway without changing the hosts"
            description="The private key still grants access to these accounts. Other servers may handle this differently."
            checked={isLeft}
            onChange={({ currentTarget }) => setLeft(currentTarget.checked)}
          />
        )}
      </Stack>
    </Confirm>
  )
}
