import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useNavigate, useOutlet, useParams } from 'react-router'
import { problemOf } from '#api/problem.ts'
import { prefetch, useOffers } from '#api/query.ts'
import { remove } from '#api/remove.ts'
import { NotesPanel } from '#components/annotations/NotesPanel.tsx'
import { overviewAndActivity } from '#components/activity/activity-tabs.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { notOffered } from '#components/offered/not-reported.ts'
import { useOpened } from '#components/recent/use-opened.ts'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { removeSshResource } from '#contract/keys/ssh-resources.ts'
import type { SshHost } from '#contract/keys/rules/ssh-host-list.ts'
import { instantOf } from '#contract/time.ts'
import { everyHostKey, hostOfName } from '#pages/ssh-keys/queries.ts'
import { NoticesAbout } from '#components/notices/NoticesAbout.tsx'
import { RecentJobs } from '#components/jobs/RecentJobs.tsx'
import { listSshResources } from '#contract/keys/ssh.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Stack } from '#ui/layout/layout.ts'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { HostAccess } from './HostAccess.tsx'
import { HostUsers, prefetchUsers } from './HostUsers.tsx'

export const loader = ({ params: { name = '' }, request }: LoaderFunctionArgs) => {
  void prefetchUsers(name, request)
  prefetch(everyHostKey)
  return prefetch(hostOfName(name))
}

/** A host: credentials, host keys, and accounts. */
export function Component() {
  const { name = '' } = useParams()
  const activity = useOutlet()
  const { data, error, refetch } = useQuery(hostOfName(name))
  const host = data?.rows[0]?.host
  useOpened('SSH host', host && name, paths.sshHost(name))
  return (
    <Page
      title={name}
      actions={
        host && (
          <>
            <NoticesAbout page={paths.sshHost(name)} />
            <Removal key={name} name={name} />
          </>
        )
      }
    >
      {error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && !host && <NotThere name={name} />}
      {host && (
        <>
          <LinkTabs label="Host" tabs={overviewAndActivity(paths.sshHost(name))} />
          <TabPanel>
            {activity ?? (
              <Stack gap="md" key={name}>
                <Facts host={host} />
                <NotesPanel kind="host" subject={name} label={name} identifiers={identifiersOf.host(name)} />
                <HostAccess name={name} />
                <HostUsers name={name} />
                <RecentJobs kind="host" subject={name} endpoint={listSshResources} />
              </Stack>
            )}
          </TabPanel>
        </>
      )}
    </Page>
  )
}

function Facts({ host }: { host: SshHost }) {
  const { IPADDRESS, Port, Description, LandingServerName, Path, CreationTime, ResourceId } = host
  return (
    <Properties
      title="The host"
      items={[
        { label: 'IP address', value: IPADDRESS || '–', copy: IPADDRESS || undefined, wireName: 'IPADDRESS' },
        { label: 'Port', value: Port ?? '–', wireName: 'Port' },
        { label: 'Description', value: Description || '–', wireName: 'Description' },
        { label: 'Added', value: <Moment at={instantOf(CreationTime)} raw={CreationTime} />, wireName: 'CreationTime' },
        { label: 'Path', value: Path || '–', wireName: 'Path' },
        { label: 'Landing server', value: LandingServerName || '–', wireName: 'LandingServerName' },
        { label: 'ID', value: ResourceId ?? '–', wireName: 'ResourceId' },
      ]}
    />
  )
}

function Removal({ name }: { name: string }) {
  const navigate = useNavigate()
  const offers = useOffers(removeSshResource)
  return (
    <ActionButton
      endpoint={removeSshResource}
      reason={!offers && notOffered}
      renderDialog={(close) => (
        <Confirm
          title={`Remove host “${name}”?`}
          action="Remove host"
          typed={name}
          onConfirm={() => remove(removeSshResource, { ResourceName: name }, () => navigate(paths.sshHosts))}
          onClose={close}
        >
          Its credentials and discovered users are deleted. The host itself does not change. Hosts with associated keys
          or deployed certificates cannot be removed.
        </Confirm>
      )}
    >
      Remove
    </ActionButton>
  )
}

const NotThere = ({ name }: { name: string }) => (
  <Empty
    title={`Host “${name}” not found`}
    hint="It may have been removed."
    action={
      <Button component={Link} to={paths.sshHosts} variant="default">
        All hosts
      </Button>
    }
  />
)
