import { Gauge, type Registry } from 'prom-client'
import { readStatus } from '../database/backup/nightly.ts'

/**
 * Creates the metrics of the nightly backups. A metric has no value until its event first happens. Without a
 * backup folder, no metrics are created.
 */
export function watchBackups(folder: string | undefined, registry: Registry): void {
  if (folder === undefined) return
  for (const [event, field, help] of [
    ['success', 'lastSuccess', 'When the last nightly backup was completed'],
    ['verified', 'lastVerified', 'When a nightly backup was last restored and compared'],
    ['failure', 'lastFailure', 'When a nightly backup or its check last failed'],
  ] as const) {
    new Gauge({
      name: `fourball_backup_last_${event}_timestamp_seconds`,
      help,
      registers: [registry],
      async collect() {
        this.remove()
        const { [field]: at } = await readStatus(folder).catch(() => ({ [field]: undefined }))
        if (at !== undefined) this.set(at / 1_000)
      },
    })
  }
}
