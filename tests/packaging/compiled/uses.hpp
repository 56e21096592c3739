#pragma once

bool use_own();
bool use_sessions();
bool use_shared();
bool use_tasks();
bool use_verbs();
