import { icon } from '../shared/icons.tsx';
import type { SectionName } from './sections.ts';

export const sectionIcons: Record<SectionName, ReturnType<typeof icon>> = {
  overview: icon(<path d="M3.5 16.5v-7m4.3 7v-12m4.4 12v-9m4.3 9v-5" />),
  partners: icon(<path d="M4 16.5v-12h7.5v12M11.5 8.5H16v8M2.5 16.5h15M6.5 7.5h2.4m-2.4 3h2.4m-2.4 3h2.4" />),
  usage: icon(<path d="M3 15.5 7.5 10l3.5 3 6-7.5M3 3v14h14" />),
  live: icon(<path d="M2.5 10h3l2.2-5.5 4 11L14 10h3.5" />),
  failures: icon(<path d="M10 3.5 17.5 16.5h-15zM10 8.5v3.6m0 2v.2" />),
  providers: icon(
    <path d="M5.5 12.5h9a2.8 2.8 0 0 0 .4-5.6 4.6 4.6 0 0 0-8.9-.6 3.2 3.2 0 0 0-.5 6.2M10 12.5v4m-3 0h6" />,
  ),
  agents: icon(
    <path d="M10 3.2v2.3M4 8.5a3 3 0 0 1 3-3h6a3 3 0 0 1 3 3v4a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3zM8 10v1m4-1v1" />,
  ),
  audit: icon(<path d="M5 2.8h10v14.4H5zM8 6.8h4m-4 3.2h4m-4 3.2h2.5" />),
  settings: icon(
    <>
      <path d="M3 6h7m4 0h3M3 14h3m4 0h7" />
      <circle cx="12" cy="6" r="1.9" />
      <circle cx="8" cy="14" r="1.9" />
    </>,
  ),
};

export const SearchIcon = icon(<path d="M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11m4 9.5 3.5 3.5" />);
