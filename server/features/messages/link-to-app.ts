import type { Config } from '../../platform/config.ts'

/** The address that people reach a path of the app at: PUBLIC_URL's, else the one it listens on. */
export function linkTo(config: Pick<Config, 'publicUrl' | 'host' | 'port'>, path: string): string {
  return `${config.publicUrl ?? listeningOn(config)}${path}`
}

function listeningOn({ host, port }: Pick<Config, 'host' | 'port'>): string {
  // Listening on all addresses is no address to go to.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
