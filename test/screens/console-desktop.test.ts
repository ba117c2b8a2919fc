import { testScreens } from '#test/browser/test-screens.ts';

testScreens('desktop', { width: 1280, height: 860 });
