import { Suspense } from 'react'
import { useDemo, useMay } from '#api/may.ts'
import { listAudit } from '#contract/console/audit.ts'
import { later } from '#ui/layout/later.ts'
import { Page } from '#ui/layout/Page.tsx'
import { AttentionPanel } from './AttentionPanel.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import classes from './Overview.module.css'
import { PinnedViews } from './PinnedViews.tsx'
import { RecentAudit } from './RecentAudit.tsx'
import { useServiceFacts } from './service-facts.ts'
import { ServiceTiles } from './ServiceTiles.tsx'

const Trend = later(async () => (await import('./trend/Trend.tsx')).Trend)

/** Landing page: service health, and what needs attention. */
export function Component() {
  const services = useServiceFacts()
  const may = useMay()
  const isDemo = useDemo()
  const mayAudit = may(listAudit.permission)
  return (
    <Page title="Overview">
      {!isDemo && <FirstSteps />}
      <ServiceTiles services={services} />
      <PinnedViews />
      <div className={classes.columns} data-columns={mayAudit ? 2 : 1}>
        <AttentionPanel />
        {mayAudit && <RecentAudit />}
      </div>
      <Suspense>
        <Trend />
      </Suspense>
    </Page>
  )
}
