import { useState } from 'react'
import { Link } from 'react-router'
import { useAttempt } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { useStoredTimeout } from '#components/discovery/timeout.ts'
import { discoverHost } from '#contract/keys/discovery.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Anchor, Button, Stack, Text } from '#ui/layout/layout.ts'
import { type Served, servedAt } from './deploy.ts'
import classes from './DeployResult.module.css'

/** Deployed files may not be served yet: many servers read them only when they restart. */
export function ServedCheck({ id, address }: { id: string; /** host:port */ address: string }) {
  const may = useMay()
  const [timeout] = useStoredTimeout('10')
  const at = address.lastIndexOf(':')
  const [host, setHost] = useState(address.slice(0, at).replace(/^\[|\]$/g, ''))
  const [port, setPort] = useState(address.slice(at + 1))
  const [served, setServed] = useState<Served>()
  const { problem, pending, attempt } = useAttempt()
  if (!may(discoverHost.permission)) return null
  const ask = async () => {
    setServed(undefined)
    setServed(await servedAt(id, host.trim(), port.trim(), timeout))
  }
  const wrongPort = /^[1-9]\d{0,4}$/.test(port.trim()) && Number(port) < 65_536 ? undefined : '1 to 65535'
  return (
    <form
      aria-label="Check the host"
      onSubmit={(event) => {
        event.preventDefault()
        if (host.trim() && !wrongPort) attempt(ask)
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          The server may present the previous certificate until it is reloaded. Check which certificate the host
          presents:
        </Text>
        <div className={classes.check}>
          <TextField
            name="host"
            label="Host"
            value={host}
            error={host.trim() ? undefined : 'Enter a host'}
            onChange={({ currentTarget }) => setHost(currentTarget.value)}
          />
          <TextField
            name="port"
            label="Port"
            value={port}
            error={wrongPort}
            inputMode="numeric"
            onChange={({ currentTarget }) => setPort(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={pending}>
            Check host
          </Button>
        </div>
        {problem && <ProblemPanel problem={problem} />}
        {served && <Answer served={served} />}
      </Stack>
    </form>
  )
}

function Answer({ served }: { served: Served }) {
  if (served.state === 'this') return <Notice tone="ok" title="The host presents this certificate" urgent />
  if (served.state !== 'another') {
    const isNothing = served.state === 'nothing'
    const title = isNothing ? 'The host presents no certificate' : 'Unknown which certificate the host presents'
    return (
      <Notice tone={isNothing ? 'bad' : 'warn'} title={title} urgent>
        <span>{served.message}</span>
      </Notice>
    )
  }
  return (
    <Notice tone="warn" title="The host presents another certificate" urgent>
      <span>
        It presents{' '}
        <Anchor
          size="sm"
          component={Link}
          to={paths.certificate(served.id)}
        >{`${served.name || 'a certificate'} (ID ${served.id})`}</Anchor>
        . Reload the server, then check again.
      </span>
    </Notice>
  )
}
