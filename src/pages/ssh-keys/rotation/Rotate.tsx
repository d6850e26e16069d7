import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { prefetch } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Permitted } from '#components/actions/Permitted.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { associationsOf } from '#pages/ssh-keys/associations.ts'
import { keysOfNames } from '#pages/ssh-keys/queries.ts'
import { createSshKey } from '#contract/keys/ssh.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { RotationRun } from './RotationRun.tsx'
import { Successor } from './Successor.tsx'

export const loader = ({ params: { name = '' }, request }: LoaderFunctionArgs) => {
  const names = [name, new URL(request.url).searchParams.get('new') ?? '']
  prefetch(associationsOf({ keys: names }))
  return prefetch(keysOfNames(names))
}

/**
 * Replaces a key by a new one on all hosts. The URL names both keys and the hosts hold the state, so that a rotation
 * can be resumed at any time.
 */
export function Component() {
  const { name = '' } = useParams()
  const [address, setAddress] = useSearchParams()
  const next = address.get('new') ?? ''
  const { data: keys, error, refetch } = useQuery(keysOfNames([name, next]))
  const names = keys?.rows.flatMap(({ key }) => key.KeyName ?? [])
  return (
    <Page title={`Rotate ${name}`} actions={<ActionLink to={paths.sshKey(name)}>Back to key</ActionLink>}>
      <QueryState error={error} refetch={refetch} waiting={!names} />
      {names && !names.includes(name) && <Notice tone="warn" title={`SSH key “${name}” not found`} urgent />}
      {names?.includes(name) && (
        <Stack gap="md">
          <Panel title="1. New key">
            {names.includes(next) && next !== name ? (
              <Text size="sm">
                <Anchor component={Link} to={paths.sshKey(next)} size="sm" underline="always">
                  {next}
                </Anchor>{' '}
                replaces {name}.
              </Text>
            ) : (
              <>
                {next !== '' && next !== name && <Notice tone="warn" title={`SSH key “${next}” not found`} urgent />}
                <Permitted endpoint={createSshKey}>
                  <Successor former={name} onChosen={(chosen) => setAddress({ new: chosen }, { replace: true })} />
                </Permitted>
              </>
            )}
          </Panel>
          {names.includes(next) && next !== name && <RotationRun key={next} former={name} next={next} />}
        </Stack>
      )}
    </Page>
  )
}
