import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { change } from '#api/change.ts'
import { problemOf } from '#api/problem-of.ts'
import { useMay } from '#api/use-may.ts'
import { type ConnectionView, forgetKey, takesKey } from '#contract/console/connections.ts'
import { openedBy, serviceNames } from '#pages/settings/connections/connection-words.ts'
import { Facts } from '#pages/settings/Facts.tsx'
import { Confirm } from '#ui/dialog/Confirm.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { useNow } from '#ui/values/clock.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { lifeOf } from './key-age.ts'
import { KeyRotation } from './KeyRotation.tsx'

type Props = { connections: readonly ConnectionView[]; embedded: boolean }

/** The keys by which this console opens its servers. */
export function ConsoleKeys({ connections, embedded }: Props) {
  const keyed = connections.filter(({ service, edition, key }) =>
    takesKey({ service, edition, hasKey: key !== undefined }),
  )
  return (
    <Stack gap="md">
      {keyed.map((connection) => (
        <ConsoleKey key={connection.name} connection={connection} embedded={embedded} />
      ))}
    </Stack>
  )
}

function ConsoleKey({ connection, embedded }: { connection: ConnectionView; embedded: boolean }) {
  const { name, service, key } = connection
  const [address, setAddress] = useSearchParams()
  const [forgetting, setForgetting] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const may = useMay()('Common_Admin')
  const life = lifeOf(key?.expiresAt, useNow())
  const rotating = address.get('connection') === name
  const rotate = (start: boolean) => {
    setAddress(start ? { connection: name } : {}, { replace: true, preventScrollReset: true })
    if (!start) opener.current?.focus()
  }
  return (
    <Panel
      title={`Key of this console for ${serviceNames[service].toLowerCase()}`}
      aside={key && <StatusBadge tone={life.tone}>{life.text}</StatusBadge>}
      actions={
        <>
          {key?.source === 'console' && (
            <Button size="xs" variant="default" disabled={!may} onClick={() => setForgetting(true)}>
              Forget it
            </Button>
          )}
          <Button
            ref={opener}
            size="xs"
            variant="default"
            disabled={!may}
            aria-expanded={rotating}
            onClick={() => rotate(!rotating)}
          >
            {key ? 'Replace the key' : 'Use a key'}
          </Button>
        </>
      }
    >
      <KeyFacts connection={connection} embedded={embedded} />
      {!may && (
        <Text size="sm" c="dimmed">
          To replace the key, your account needs Common_Admin.
        </Text>
      )}
      {rotating && may && <KeyRotation connection={connection} embedded={embedded} onClose={() => rotate(false)} />}
      {forgetting && (
        <Confirm
          title={`Forget the key of ${name}?`}
          action="Forget it"
          onConfirm={() => change(forgetKey, { connection: name })}
          onClose={() => setForgetting(false)}
          problemOf={problemOf}
        >
          The console goes back to what its configuration says: the key there, or the sign-in of each person. The server
          goes on taking the forgotten key until it is ended there.
        </Confirm>
      )}
    </Panel>
  )
}

function KeyFacts({
  connection: { name, key, credential },
  embedded,
}: {
  connection: ConnectionView
  embedded: boolean
}) {
  const facts = key
    ? [
        { label: 'Source', value: sourceOf(key, embedded) },
        { label: key.source === 'console' ? 'Made' : 'Known since', value: <Moment at={new Date(key.since)} /> },
        ...(key.expiresAt === undefined ? [] : [{ label: 'Expires', value: <Moment at={new Date(key.expiresAt)} /> }]),
      ]
    : [{ label: 'Opened by', value: openedBy[credential] }]
  return <Facts items={[{ label: 'Connection', value: name }, ...facts]} />
}

const sourceOf = ({ source }: NonNullable<ConnectionView['key']>, embedded: boolean) => {
  if (source === 'console') return 'Entered in this console'
  return embedded ? 'The console made it for itself, and renews it every day' : 'The file of connections'
}
