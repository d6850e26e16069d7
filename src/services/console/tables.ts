import type { Migration } from 'kysely/migration'
import { annotationMigrations, type AnnotationTables } from './annotations/tables.ts'
import { calendarMigrations, type CalendarTables } from './calendars/tables.ts'
import { credentialMigrations, type CredentialTables } from './api-keys/tables.ts'
import { approvalMigrations, type ApprovalTables } from './approvals/tables.ts'
import { auditMigrations, type AuditTables } from './audit/tables.ts'
import { fleetMigrations, type FleetTables } from './fleet/tables.ts'
import { jobMigrations, type JobTables } from './jobs/tables.ts'
import { notificationMigrations, type NotificationTables } from './notifications/tables.ts'
import { preferenceMigrations, type PreferenceTables } from './preferences/tables.ts'
import { repairMigrations } from './repair-tables.ts'
import { scheduleMigrations, type ScheduleTables } from './schedules/tables.ts'
import { trendMigrations, type TrendTables } from './trend/tables.ts'
import { viewMigrations, type ViewTables } from './views/tables.ts'
import { valueNoteMigrations, type ValueNoteTables } from './value-notes/tables.ts'

export type ConsoleTables = AnnotationTables &
  ApprovalTables &
  AuditTables &
  CalendarTables &
  CredentialTables &
  FleetTables &
  JobTables &
  NotificationTables &
  PreferenceTables &
  ScheduleTables &
  TrendTables &
  ValueNoteTables &
  ViewTables

/** Names are unchanged since their release, when these tables belonged to the proxy. */
export const consoleMigrations: Record<string, Migration> = {
  ...auditMigrations,
  ...credentialMigrations,
  ...repairMigrations,
  ...valueNoteMigrations,
  ...jobMigrations,
  ...notificationMigrations,
  ...scheduleMigrations,
  ...approvalMigrations,
  ...preferenceMigrations,
  ...annotationMigrations,
  ...viewMigrations,
  ...fleetMigrations,
  ...calendarMigrations,
  ...trendMigrations,
}
