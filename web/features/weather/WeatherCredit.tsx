/** Open-Meteo's licence (CC BY 4.0) asks to be named, with a link, where its data is shown. */
export function WeatherCredit() {
  return (
    <p className="text-center text-sm text-muted">
      Weather data by{' '}
      <a className="underline" href="https://open-meteo.com/" rel="noreferrer">
        Open-Meteo.com
      </a>
    </p>
  )
}
