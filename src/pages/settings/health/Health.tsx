import { prefetch } from '#api/query.ts'
import { inSite } from '#api/site.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { healthQuery } from '#pages/settings/connections/connection-queries.ts'
import { useHealth } from '#pages/settings/connections/use-health.ts'
import { outcomes, serviceNames, summaryOf, tones } from '#pages/settings/connections/connection-words.ts'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Button, Group, Text, Title } from '#ui/layout/layout.ts'
import { Logo } from '#ui/layout/Logo.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { IconRefresh } from '#ui/theme/icons.ts'
import { productName } from '#ui/theme/product-name.ts'
import { Findings } from './Findings.tsx'
import classes from './Health.module.css'

export const loader = () => prefetch(healthQuery)

/** Health of servers for signed-out users, without names and addresses. */
export function Component() {
  const { data, error, isChecking, check } = useHealth()
  const connections = data?.connections ?? []
  return (
    <main className={classes.page} data-page data-stack>
      <title>{`Connection health · ${productName}`}</title>
      <header className={classes.header}>
        <Logo size={32} />
        <Title order={1} className={classes.title}>
          Connection health
        </Title>
      </header>
      <Text component="output" size="sm" c="dimmed">
        {isChecking ? 'Checking all servers …' : data && summaryOf(connections.map(({ level }) => level))}
      </Text>
      {error && !isChecking && <QueryProblem error={error} />}
      {!data && isChecking && <Loading />}
      {connections.map(({ name, service, level, findings }) => (
        <Panel
          key={name}
          title={serviceNames[service]}
          aside={<StatusBadge tone={tones[level]}>{outcomes[level]}</StatusBadge>}
        >
          <Findings findings={findings} />
        </Panel>
      ))}
      <Group gap="sm">
        <Button component="a" href={inSite(paths.home)}>
          Go to the console
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={15} aria-hidden />}
          loading={isChecking}
          onClick={() => void check()}
        >
          Check again
        </Button>
      </Group>
    </main>
  )
}
